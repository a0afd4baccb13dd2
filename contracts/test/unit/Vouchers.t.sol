// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IVouchers} from "../../src/interfaces/IVouchers.sol";
import {VouchersFixture} from "../support/VouchersFixture.sol";

/// @notice A voucher: for one contract, counted by nonce, for an hour at most.
contract VouchersTest is VouchersFixture {
    function test_domainSeparator_isThatOfNameVersionChainAndContract() public view {
        string[3] memory names = ["DigitalRights", "WithdrawalVault", "Exchange"];
        address[3] memory verifiers = [address(rights), address(vault), address(exchange)];
        for (uint256 i = 0; i < 3; ++i) {
            bytes32 digest = keccak256(
                abi.encodePacked(hex"1901", IVouchers(verifiers[i]).DOMAIN_SEPARATOR(), keccak256("a struct"))
            );
            assertEq(digest, _digest(verifiers[i], names[i], keccak256("a struct")));
        }
    }

    function test_nonces_countPerContract() public {
        send(buyOf(alice, 1));
        assertEq(rights.nonces(alice), 1);
        assertEq(vault.nonces(alice), 0);
        send(withdrawOf(alice, 100e18));
        assertEq(vault.nonces(alice), 1);
    }

    /// @dev The audit's L-4: an hour at the signing process was worth withdrawals for years.
    function test_attack_noVoucherIsGoodForMoreThanAnHour() public {
        usdt.transfer(address(nodeVault), 1_000e18);
        equipForPower(bob, 1_000e18, 1_000e18);
        dr.transfer(alice, 1_000e18);
        vm.prank(alice);
        dr.approve(address(nodeVault), APPROVAL);
        uint256 tooFar = block.timestamp + 1 hours + 1;

        Buy memory buy = buyOf(alice, 1);
        buy.deadline = tooFar;
        bytes memory signature = sign(digestOf(buy));
        _expectTooFar(tooFar);
        send(buy, signature);
        buy.deadline = tooFar - 1;
        send(buy);

        Activate memory activate = activateOf(alice, idsOf(1, 1), 1);
        activate.deadline = tooFar;
        signature = sign(digestOf(activate));
        _expectTooFar(tooFar);
        send(activate, signature);
        activate.deadline = tooFar - 1;
        send(activate);

        for (uint256 i = 0; i < 2; ++i) {
            Power memory power = powerOf(bob, 100e18, alice);
            power.deadline = tooFar;
            signature = sign(digestOf(power, i == 1));
            _expectTooFar(tooFar);
            if (i == 0) send(power, signature);
            else sendAgain(power, signature);
            power.deadline = tooFar - 1;
            if (i == 0) send(power);
            else sendAgain(power);
        }

        Withdraw memory withdraw = withdrawOf(alice, 100e18);
        withdraw.deadline = tooFar;
        signature = sign(digestOf(withdraw));
        _expectTooFar(tooFar);
        send(withdraw, signature);
        withdraw.deadline = tooFar - 1;
        send(withdraw);

        withdraw = withdrawUsdtOf(nodeVault, alice, 100e18);
        withdraw.deadline = tooFar;
        signature = sign(usdtDigestOf(nodeVault, withdraw));
        _expectTooFar(tooFar);
        sendUsdt(nodeVault, withdraw, signature);
        withdraw.deadline = tooFar - 1;
        sendUsdt(nodeVault, withdraw);
    }

    function _expectTooFar(uint256 deadline) private {
        vm.expectRevert(abi.encodeWithSelector(IVouchers.DeadlineTooFar.selector, deadline));
    }
}
