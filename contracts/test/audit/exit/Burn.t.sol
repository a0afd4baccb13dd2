// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IWithdrawalVault} from "../../../src/interfaces/IWithdrawalVault.sol";
import {ExitFixture} from "../../support/ExitFixture.sol";

/// @notice What an account put in comes out whole, once; all else burns, or stays for its pool, at the rate,
/// whoever signs, in whatever order it comes and goes.
contract ExitBurnTest is ExitFixture {
    function setUp() public override {
        super.setUp();
        earn(nodeVault, drToken(), alice, 1_000e18);
        earn(nodeVault, usdtToken(), alice, 1_000e18);
    }

    function _claimAllDr(uint256 epoch) private returns (uint256 got) {
        got = dr.balanceOf(alice);
        claim(alice, nodeVault, drToken(), ALL, proofOf(epoch, nodeVault, drToken(), alice));
        got = dr.balanceOf(alice) - got;
    }

    /// @dev 400 leave, then 100 come: 100 may leave whole, and no more.
    function test_attack_withdrawThenDeposit() public {
        uint256 epoch = postFinal();
        claim(alice, nodeVault, drToken(), 400e18, proofOf(epoch, nodeVault, drToken(), alice));
        assertEq(dr.balanceOf(alice), 380e18);
        depositFor(alice, drToken(), 100e18);
        assertEq(nodeVault.unreturned(alice, address(dr)), 100e18);
        assertEq(_claimAllDr(epoch), 100e18 + 570e18);
        assertEq(nodeVault.unreturned(alice, address(dr)), 0);
        assertEq(nodeVault.paid(alice, address(dr)), 1_100e18);
    }

    /// @dev Deposit, claim, deposit, claim: what leaves whole is never more than what came.
    function testFuzz_whatLeavesWholeIsAtMostWhatCame(uint256[8] memory amounts, uint256 kinds) public {
        uint256 epoch = postFinal();
        uint256 came;
        uint256 whole;
        for (uint256 i = 0; i < 8; ++i) {
            uint256 amount = bound(amounts[i], 1e18, 400e18);
            if ((kinds >> i) & 1 == 0) {
                depositFor(alice, drToken(), amount);
                came += amount;
                continue;
            }
            uint256 claimable = nodeVault.claimable(alice, address(dr), 1_000e18);
            if (claimable < amount) continue;
            uint256 supply = dr.totalSupply();
            uint256 expected = nodeVault.unreturned(alice, address(dr));
            if (expected > amount) expected = amount;
            claim(alice, nodeVault, drToken(), amount, proofOf(epoch, nodeVault, drToken(), alice));
            assertEq(supply - dr.totalSupply(), (amount - expected) * 5 / 100, "burned");
            whole += expected;
        }
        assertLe(whole, came);
    }

    /// @dev A deposit between a voucher's quote and its use: its burn was right then, and is accepted now.
    function test_attack_depositBetweenQuoteAndVoucher() public {
        Withdraw memory v = drVoucherOf(nodeVault, alice, 200e18, 10e18);
        bytes memory signature = signDr(nodeVault, v);
        depositFor(alice, drToken(), 500e18);
        sendDr(nodeVault, v, signature);
        assertEq(dr.balanceOf(alice), 190e18);
        assertEq(nodeVault.unreturned(alice, address(dr)), 300e18);
    }

    function test_attack_burnSparedByAStolenSigner() public {
        depositFor(alice, drToken(), 100e18);
        depositFor(alice, usdtToken(), 100e18);
        for (uint256 burn = 0; burn < 5e18; burn += 1e18 - 1) {
            Withdraw memory v = drVoucherOf(nodeVault, alice, 200e18, burn);
            bytes memory signature = signDr(nodeVault, v);
            vm.expectRevert();
            sendDr(nodeVault, v, signature);
        }
        Withdraw memory u = drVoucherOf(nodeVault, alice, 200e18, 10e18 + 1);
        bytes memory above = signDr(nodeVault, u);
        vm.expectRevert();
        sendDr(nodeVault, u, above);
        u = drVoucherOf(nodeVault, alice, 100e18 + 20, 0); // 20 base units burn 1
        above = sign(usdtDigestOf(nodeVault, u));
        vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.BurnAmountWrong.selector, 0, 1));
        sendUsdt(nodeVault, u, above);

        u = drVoucherOf(nodeVault, alice, 200e18, 5e18);
        sendDr(nodeVault, u, signDr(nodeVault, u));
        u = drVoucherOf(nodeVault, alice, 100e18, 0);
        sendUsdt(nodeVault, u);
        assertEq(dr.balanceOf(alice), 195e18);
        assertEq(usdt.balanceOf(alice), 100e18);
    }

    /// @dev A stolen signer uses up an account's deposit for nothing, not twice.
    function test_attack_depositLeftWholeByVoucherIsNotWholeAgainByClaim() public {
        uint256 epoch = postFinal();
        depositFor(alice, drToken(), 100e18);
        Withdraw memory v = drVoucherOf(nodeVault, alice, 100e18, 0);
        sendDr(nodeVault, v, signDr(nodeVault, v));
        assertEq(_claimAllDr(epoch), 950e18);
    }

    function test_attack_receivedMoneyBurns() public {
        uint256 epoch = postFinal();
        depositFor(alice, drToken(), 100e18);
        transferWithin(alice, nodeVault, drToken(), bob, 100e18, noProof()); // her own deposit
        assertEq(nodeVault.unreturned(alice, address(dr)), 0);
        assertEq(nodeVault.unreturned(bob, address(dr)), 0);
        claim(bob, nodeVault, drToken(), ALL, noProof());
        assertEq(dr.balanceOf(bob), 95e18);
        assertEq(_claimAllDr(epoch), 950e18);
    }

    /// @dev Earned money, sent to one with a deposit and back, is never what was put in.
    function test_attack_burnLaunderedByATransferToADepositor() public {
        uint256 epoch = postFinal();
        depositFor(bob, drToken(), 100e18);
        transferWithin(alice, nodeVault, drToken(), bob, 1_000e18, proofOf(epoch, nodeVault, drToken(), alice));
        assertEq(nodeVault.unreturned(bob, address(dr)), 100e18);
        claim(bob, nodeVault, drToken(), ALL, noProof());
        assertEq(dr.balanceOf(bob), 100e18 + 950e18);
    }

    function test_attack_burnRateAtTenPercentAndAtZero() public {
        uint256 epoch = postFinal();
        throughTimelock(address(nodeVault), abi.encodeCall(IWithdrawalVault.setBurnBps, (1_000)));
        uint256 supply = dr.totalSupply();
        claim(alice, nodeVault, drToken(), 500e18, proofOf(epoch, nodeVault, drToken(), alice));
        assertEq(dr.balanceOf(alice), 450e18);
        assertEq(supply - dr.totalSupply(), 50e18);
        throughTimelock(address(nodeVault), abi.encodeCall(IWithdrawalVault.setBurnBps, (0)));
        assertEq(_claimAllDr(epoch), 500e18);
        vm.prank(address(timelock));
        vm.expectRevert(IWithdrawalVault.OutOfBounds.selector);
        nodeVault.setBurnBps(1_001);
    }

    /// @dev Without any DR, any price or any voucher for months: the share stays in the vault.
    function test_attack_usdtClaimWithoutDrOrPrice() public {
        uint256 epoch = postFinal();
        takeLiquidity(drPair, drPair.totalSupply() * 999 / 1_000);
        skip(200 days);
        vm.expectRevert();
        oracle.price(address(dr));
        assertEq(dr.balanceOf(alice), 0);
        vm.expectEmit(address(nodeVault));
        emit IWithdrawalVault.Claimed(alice, address(usdt), epoch, 0, 1_000e18, 50e18);
        claim(alice, nodeVault, usdtToken(), ALL, proofOf(epoch, nodeVault, usdtToken(), alice));
        assertEq(usdt.balanceOf(alice), 950e18);
        assertEq(usdt.balanceOf(address(nodeVault)), 50e18);
        assertEq(nodeVault.totalKept(address(usdt)), 50e18);
        assertEq(nodeVault.totalPaid(address(usdt)), 1_000e18);
        assertEq(dr.totalSupply(), 100_000_000e18);
    }

    /// @dev What a claim kept is no one's claim, and a root cannot promise it again: only slack has grown.
    function test_attack_keptShareClaimedByAnother() public {
        uint256 epoch = postFinal();
        claim(alice, nodeVault, usdtToken(), ALL, proofOf(epoch, nodeVault, usdtToken(), alice));
        assertEq(nodeVault.claimable(alice, address(usdt), 1_000e18), 0);
        assertEq(nodeVault.claimable(thief, address(usdt), 0), 0);
        assertEq(registry.mostEarned(address(nodeVault), address(usdt)), 1_000e18 + 50e18);
    }

    /// @dev The miner account's vault pays DR alone, by claim too.
    function test_attack_usdtOfTheMinerVault() public {
        usdt.transfer(address(vault), 100e18);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.TokenNotSupported.selector, address(usdt)));
        vault.claim(address(usdt), ALL, noProof());
    }
}
