// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IVouchers} from "../../src/interfaces/IVouchers.sol";
import {IWithdrawalVault} from "../../src/interfaces/IWithdrawalVault.sol";
import {Fixture} from "../support/Fixture.sol";

/// @notice Knowingly left (audit of November 2026, H-2; ADR 0043): what the admin can do with its 14 days'
/// notice to money that no final root grants yet or that no one claims, and how much leaves within them by
/// voucher.
contract AdminPathTest is Fixture {
    /// @dev Any burn of USDT above none is the signer's word: one base unit of DR.
    function _givenTo(address account, uint256 amount) internal returns (Withdraw memory v) {
        v = withdrawUsdtOf(nodeVault, account, amount);
        v.burnAmount = 1;
        dr.transfer(account, 1);
        vm.prank(account);
        dr.approve(address(nodeVault), 1);
    }

    /// @dev One announced batch names pauser and signer and raises the caps: the new signer empties a vault
    /// of 100,000 USDT in one block.
    function test_known_theAdminNamesASignerWhoEmptiesASmallVault() public {
        usdt.transfer(address(nodeVault), 100_000e18);
        uint256 thiefKey = 0xBAD;
        address[] memory targets = new address[](3);
        bytes[] memory payloads = new bytes[](3);
        targets[0] = targets[1] = targets[2] = address(nodeVault);
        payloads[0] = abi.encodeCall(IVouchers.setPauser, (address(0xdead)));
        payloads[1] = abi.encodeCall(IVouchers.setSigner, (vm.addr(thiefKey)));
        IWithdrawalVault.Caps memory caps = IWithdrawalVault.Caps(1_000, 100_000e18, 1_000_000e18);
        payloads[2] = abi.encodeCall(IWithdrawalVault.setCaps, (address(usdt), caps));
        vm.prank(proposer);
        timelock.scheduleBatch(targets, new uint256[](3), payloads, 0, 0, 14 days);
        skip(14 days);
        timelock.executeBatch(targets, new uint256[](3), payloads, 0, 0);

        // One account takes a quarter of the day.
        for (uint256 i = 0; i < 4; ++i) {
            address thief = address(uint160(0x10000 + i));
            Withdraw memory v = _givenTo(thief, 25_000e18);
            sendUsdt(nodeVault, v, signWith(thiefKey, usdtDigestOf(nodeVault, v)));
            assertEq(usdt.balanceOf(thief), 25_000e18);
        }
        assertEq(usdt.balanceOf(address(nodeVault)), 0);
    }

    /// @dev Half of a reserve leaves within the notice, where the whole of each day's 5 % is used and the
    /// signer signs.
    function test_known_halfOfAReserveLeavesWithinTheNotice() public {
        usdt.transfer(address(nodeVault), 10_000_000e18);
        vm.prank(address(timelock));
        nodeVault.setCaps(address(usdt), IWithdrawalVault.Caps(500, 100e18, 1_000_000e18));
        uint256 left;
        for (uint256 day = 0; day < 14; ++day) {
            (uint256 used, uint256 limit) = nodeVault.vaultDaily(address(usdt));
            for (uint256 i = 0; i < 4; ++i) {
                Withdraw memory v = _givenTo(address(uint160(0x10000 + day * 4 + i)), (limit - used) / 4);
                sendUsdt(nodeVault, v);
                left += v.amount;
            }
            skip(25 hours);
        }
        assertGt(left, 5_100_000e18);
        assertLt(left, 5_130_000e18);
    }
}
