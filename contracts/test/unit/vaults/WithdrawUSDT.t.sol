// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";

import {IPriceOracle} from "../../../src/interfaces/IPriceOracle.sol";
import {IVouchers} from "../../../src/interfaces/IVouchers.sol";
import {IWithdrawalVault} from "../../../src/interfaces/IWithdrawalVault.sol";
import {Fixture} from "../../support/Fixture.sol";

contract WithdrawUSDTTest is Fixture {
    function setUp() public override {
        super.setUp();
        usdt.transfer(address(deflationVault), 100_000e18);
        usdt.transfer(address(nodeVault), 100_000e18);
        dr.transfer(alice, 10_000e18);
        vm.startPrank(alice);
        dr.approve(address(deflationVault), APPROVAL);
        dr.approve(address(nodeVault), APPROVAL);
        vm.stopPrank();
    }

    function test_withdrawUSDT_paysAllOfItAndBurnsTheCallersDr() public {
        uint256 supply = dr.totalSupply();
        uint256 burned = deflationVault.usdtBurnOf(1_000e18, 100e18);
        sendUsdt(deflationVault, withdrawUsdtOf(deflationVault, alice, 1_000e18));
        assertEq(usdt.balanceOf(alice), 1_000e18);
        assertEq(usdt.balanceOf(address(deflationVault)), 99_000e18);
        assertEq(dr.balanceOf(alice), 10_000e18 - burned);
        assertEq(dr.totalSupply(), supply - burned);
        assertEq(deflationVault.paid(alice, address(usdt)), 1_000e18);
        assertEq(deflationVault.totalPaid(address(usdt)), 1_000e18);
        assertEq(deflationVault.paid(alice, address(dr)), 0);
        assertEq(nodeVault.paid(alice, address(usdt)), 0);
    }

    /// @dev 50 USDT buy 99.69… DR at 0.50, the pool's 0.3 % less: below the voucher's 100.
    function test_withdrawUSDT_burnsTheGettersWhenThatIsLower() public {
        address[] memory path = new address[](2);
        (path[0], path[1]) = (address(usdt), address(dr));
        uint256 getter = router.getAmountsOut(50e18, path)[1];
        assertLt(getter, 100e18);
        assertGt(getter, 90e18);
        Withdraw memory v = withdrawUsdtOf(nodeVault, alice, 1_000e18);
        v.orderId = 0x019aa1b2c3d47e5f8a6b7c8d9e0f1a2b;
        bytes32 digest = usdtDigestOf(nodeVault, v);
        vm.expectEmit(address(nodeVault));
        emit IWithdrawalVault.WithdrawnUSDT(alice, 0, v.orderId, 1_000e18, getter, digest);
        sendUsdt(nodeVault, v);
        assertEq(nodeVault.lastOrderId(alice), v.orderId);
        assertEq(nodeVault.nonces(alice), 1);
    }

    function test_withdrawUSDT_burnsTheVouchersWhenThatIsLower() public {
        Withdraw memory v = withdrawUsdtOf(nodeVault, alice, 1_000e18);
        v.burnAmount = 80e18;
        sendUsdt(nodeVault, v);
        assertEq(dr.balanceOf(alice), 10_000e18 - 80e18);
    }

    function test_withdrawUSDT_burnsNinetyPercentOfTheVouchersAtLeast() public {
        swap(address(usdt), address(dr), 500_000e18); // DR at more than twice its price
        Withdraw memory v = withdrawUsdtOf(nodeVault, alice, 1_000e18);
        v.burnAmount = 100e18 + 1;
        sendUsdt(nodeVault, v);
        assertEq(dr.balanceOf(alice), 10_000e18 - 90e18 - 1); // rounded up
    }

    /// @dev 5 % of 19 base units are nothing, so there is nothing to burn.
    function test_withdrawUSDT_burnsNothingWhereTheRateGivesNothing() public {
        Withdraw memory v = withdrawUsdtOf(nodeVault, alice, 19);
        v.burnAmount = 3;
        sendUsdt(nodeVault, v);
        assertEq(dr.balanceOf(alice), 10_000e18);
        assertEq(usdt.balanceOf(alice), 19);
    }

    /// @dev The audit's F-5: at a rate of zero an open voucher burned in full, since the router refuses to
    /// price nothing.
    function test_attack_aRateOfZeroReachesAnOpenVoucher() public {
        Withdraw memory v = withdrawUsdtOf(deflationVault, alice, 1_000e18);
        assertEq(v.burnAmount, 100e18);
        vm.prank(address(timelock));
        deflationVault.setBurnBps(0);
        sendUsdt(deflationVault, v);
        assertEq(dr.balanceOf(alice), 10_000e18);
        assertEq(usdt.balanceOf(alice), 1_000e18);
    }

    /// @dev A getter that gives no answer stops no withdrawal, and leaves the bound at the average.
    function test_withdrawUSDT_burnsTheVouchersWhenThePoolHasNoAnswer() public {
        vm.mockCallRevert(address(oracle), abi.encodeWithSelector(oracle.getAmountsOut.selector), "");
        sendUsdt(nodeVault, withdrawUsdtOf(nodeVault, alice, 1_000e18));
        assertEq(dr.balanceOf(alice), 10_000e18 - 100e18);
        assertEq(nodeVault.usdtBurnOf(1_000e18, 1_000e18), 210e18);
    }

    /// @dev The audit's M-7: a stolen signer's voucher for 100 USDT burned 900,000 DR of the caller's.
    function test_attack_noVoucherBurnsMoreThanTheHighestRateAtTheAverage() public {
        dr.transfer(alice, 990_000e18);
        Withdraw memory v = withdrawUsdtOf(nodeVault, alice, 100e18);
        v.burnAmount = 1_000_000e18; // 500,000 USDT worth of DR for 100 USDT
        sendUsdt(nodeVault, v);
        // 10.5 % of 100 USDT are 21 DR at 0.50, and 90 % of that: the pool's own answer is lower
        assertEq(dr.balanceOf(alice), 1_000_000e18 - 18.9e18);
        assertEq(usdt.balanceOf(alice), 100e18);
    }

    function test_usdtBurnOf_followsTheAverageWhereThePoolIsPushed() public {
        assertEq(nodeVault.usdtBurnOf(100e18, 21e18), 18.9e18);
        assertEq(nodeVault.usdtBurnOf(100e18, 21e18 + 1e15), 18.9e18);
        oracle.update();
        skip(30 minutes);
        swap(address(usdt), address(dr), 500_000e18); // the average is still 0.50: the bound stays
        assertEq(nodeVault.usdtBurnOf(100e18, 1_000e18), 18.9e18);
    }

    function test_usdtBurnOf_isTheVouchersOwnWithoutAnAverage() public {
        uint256 pushed = 500_000e18;
        swap(address(usdt), address(dr), pushed); // no one has updated the oracle: no window
        skip(40 minutes);
        swap(address(usdt), address(dr), 1e18);
        vm.expectPartialRevert(IPriceOracle.WindowNotFull.selector);
        oracle.price(address(dr));
        assertEq(nodeVault.usdtBurnOf(100e18, 1_000e18), 900e18);
    }

    /// @dev The averages differ, whichever way the price went: the lower one gives the higher bound.
    function test_usdtBurnOf_isBoundedAtTheLowerOfBothAverages() public {
        letPass(26 hours);
        for (uint256 i = 0; i < 2; ++i) {
            uint256 snapshot = vm.snapshotState();
            swap(i == 0 ? address(usdt) : address(dr), i == 0 ? address(dr) : address(usdt), 500_000e18);
            letPass(40 minutes);
            (uint256 short, uint256 long) = (oracle.price(address(dr)), oracle.price24h(address(dr)));
            assertEq(short > long, i == 0);
            uint256 maximum = 100e18 * 1_000 * 10_500 * 1e18 / ((i == 0 ? long : short) * 10_000 * 10_000);
            vm.mockCallRevert(address(oracle), abi.encodeWithSelector(oracle.getAmountsOut.selector), "");
            assertEq(nodeVault.usdtBurnOf(100e18, 1_000e18), maximum);
            vm.clearMockedCalls();
            vm.revertToState(snapshot);
        }
    }

    /// @dev Half an hour after the first trade there is no average of a day yet.
    function test_usdtBurnOf_isBoundedAtTheOneAverageThereIs() public {
        oracle.update();
        skip(30 minutes);
        swap(address(usdt), address(dr), 500_000e18);
        vm.expectPartialRevert(IPriceOracle.WindowNotFull.selector);
        oracle.price24h(address(dr));
        vm.mockCallRevert(address(oracle), abi.encodeWithSelector(oracle.getAmountsOut.selector), "");
        assertEq(nodeVault.usdtBurnOf(100e18, 1_000e18), 21e18); // 10.5 % at 0.50
    }

    /// @dev A price that rounds to nothing bounds nothing, and stops no one.
    function test_usdtBurnOf_isTheVouchersOwnWhereTheAverageIsZero() public {
        vm.mockCall(address(oracle), abi.encodeCall(oracle.lowerPrice, (address(dr))), abi.encode(0));
        assertEq(nodeVault.usdtBurnOf(100e18, 1_000e18), 900e18);
    }

    /// @dev The bound rounds down: 10.5 % of 23 base units at 0.30 are 8.05.
    function test_usdtBurnOf_boundsToTheBaseUnit() public {
        vm.mockCallRevert(address(oracle), abi.encodeWithSelector(oracle.getAmountsOut.selector), "");
        assertEq(nodeVault.usdtBurnOf(1_000, 1e18), 210); // 10.5 % at 0.50
        vm.mockCall(address(oracle), abi.encodeCall(oracle.lowerPrice, (address(dr))), abi.encode(0.3e18));
        assertEq(nodeVault.usdtBurnOf(23, 1e18), 8);
        assertEq(nodeVault.usdtBurnOf(1_000, 1e18), 350);
        assertEq(nodeVault.usdtBurnOf(1_000, 349), 349);
    }

    /// @dev Ninety per cent are rounded up, and the pool's answer counts where it is between.
    function test_usdtBurnOf_takesThePoolsAnswerBetweenNinetyPercentAndAll() public {
        uint256[] memory answer = new uint256[](2);
        uint256[5] memory pool = [uint256(0), 90, 91, 99, 200];
        uint256[5] memory burned = [uint256(91), 91, 91, 99, 101];
        for (uint256 i = 0; i < 5; ++i) {
            answer[1] = pool[i];
            vm.mockCall(address(oracle), abi.encodeWithSelector(oracle.getAmountsOut.selector, 50), abi.encode(answer));
            assertEq(nodeVault.usdtBurnOf(1_000, 101), burned[i]);
        }
    }

    function test_usdtBurnOf_isBoundedAtTheLowestPriceThereIs() public {
        vm.mockCall(address(oracle), abi.encodeCall(oracle.lowerPrice, (address(dr))), abi.encode(1));
        vm.mockCallRevert(address(oracle), abi.encodeWithSelector(oracle.getAmountsOut.selector), "");
        assertEq(nodeVault.usdtBurnOf(20, 1e30), 2.1e18); // 10.5 % of 20 base units, at 1e-18
    }

    /// @dev A voucher of one base unit burns it, one of none burns none, and asks the token for nothing.
    function test_withdrawUSDT_burnsASingleBaseUnitOrNone() public {
        _deposit(alice, address(usdt), 40);
        Withdraw memory v = withdrawUsdtOf(nodeVault, alice, 20);
        v.burnAmount = 1;
        sendUsdt(nodeVault, v);
        assertEq(dr.balanceOf(alice), 10_000e18 - 1);
        v = withdrawUsdtOf(nodeVault, alice, 20);
        v.burnAmount = 0;
        bytes memory signature = sign(usdtDigestOf(nodeVault, v));
        vm.expectCall(address(dr), abi.encodeCall(dr.burnFrom, (alice, 0)), 0);
        sendUsdt(nodeVault, v, signature);
        assertEq(dr.balanceOf(alice), 10_000e18 - 1);
        v = withdrawUsdtOf(deflationVault, alice, 20); // 5 % of it are one base unit: not without burn
        v.burnAmount = 0;
        signature = sign(usdtDigestOf(deflationVault, v));
        vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.BurnAmountWrong.selector, 0, 1));
        sendUsdt(deflationVault, v, signature);
    }

    /// @dev Whatever gas the caller sends, the burn is the voucher's at most and never below the rule's, in a
    /// pool as it is and in one that the caller has pushed.
    function test_withdrawUSDT_gainsNothingByStarvingTheGetter() public {
        _starve();
    }

    function test_withdrawUSDT_gainsNothingByStarvingTheGetterInAPushedPool() public {
        oracle.update();
        skip(30 minutes);
        swap(address(usdt), address(dr), 2_000_000e18);
        _starve();
    }

    /// @dev Without an average the voucher's own share holds too, in a pool that the caller has pushed: what
    /// the pool says at that moment is no bound (ADR 0043, F-3).
    function test_withdrawUSDT_burnsNinetyPercentInAPushedPoolWithoutAnAverage() public {
        swap(address(usdt), address(dr), 2_000_000e18);
        skip(40 minutes);
        swap(address(usdt), address(dr), 1e18);
        vm.expectPartialRevert(IPriceOracle.WindowNotFull.selector);
        oracle.price(address(dr));
        sendUsdt(nodeVault, withdrawUsdtOf(nodeVault, alice, 1_000e18));
        assertEq(dr.balanceOf(alice), 10_000e18 - 90e18);
    }

    function _starve() private {
        Withdraw memory v = withdrawUsdtOf(nodeVault, alice, 1_000e18);
        bytes memory signature = sign(usdtDigestOf(nodeVault, v));
        uint256 rule = nodeVault.usdtBurnOf(v.amount, v.burnAmount);
        uint256 passed = 0;
        for (uint256 gas = 100_000; gas <= 400_000; gas += 2_500) {
            uint256 snapshot = vm.snapshotState();
            vm.prank(alice);
            try nodeVault.withdrawUSDT{gas: gas}(v.amount, v.burnAmount, v.orderId, v.deadline, signature) {
                assertGe(10_000e18 - dr.balanceOf(alice), rule);
                assertLe(10_000e18 - dr.balanceOf(alice), v.burnAmount);
                ++passed;
            } catch {}
            vm.revertToState(snapshot);
        }
        assertGt(passed, 0);
    }

    function test_withdrawUSDT_leavesWithoutBurnWhenTheVoucherSaysSo() public {
        _deposit(bob, address(usdt), 1_000e18);
        Withdraw memory v = withdrawUsdtOf(nodeVault, bob, 1_000e18); // who has no DR
        v.burnAmount = 0;
        sendUsdt(nodeVault, v);
        assertEq(usdt.balanceOf(bob), 1_000e18);
    }

    /// @dev Without burn only what was deposited and did not come back, and what the rate gives nothing of.
    function test_withdrawUSDT_revertsWithoutBurnBeyondUnreturnedDeposits() public {
        _deposit(bob, address(usdt), 1_000e18);
        Withdraw memory v = withdrawUsdtOf(nodeVault, bob, 1_000e18 + 20);
        v.burnAmount = 0;
        bytes memory signature = sign(usdtDigestOf(nodeVault, v));
        vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.BurnAmountWrong.selector, 0, 1));
        sendUsdt(nodeVault, v, signature);
        v.amount = 1_000e18 + 19;
        sendUsdt(nodeVault, v);
        assertEq(nodeVault.unreturned(bob, address(usdt)), 0);
    }

    /// @dev The audit's L-8: the deflation vault, where no deposit ever is, paid USDT without burn.
    function test_attack_theDeflationVaultPaysNoUsdtWithoutBurn() public {
        Withdraw memory v = withdrawUsdtOf(deflationVault, bob, 1_000e18);
        v.burnAmount = 0;
        bytes memory signature = sign(usdtDigestOf(deflationVault, v));
        vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.BurnAmountWrong.selector, 0, 50e18));
        sendUsdt(deflationVault, v, signature);
    }

    function test_withdrawUSDT_leavesTheDeflationVaultWithoutBurnWhereTheRateGivesNone() public {
        Withdraw memory v = withdrawUsdtOf(deflationVault, bob, 19); // 5 % of it are nothing
        v.burnAmount = 0;
        sendUsdt(deflationVault, v);
        vm.prank(address(timelock));
        deflationVault.setBurnBps(0);
        v = withdrawUsdtOf(deflationVault, bob, 1_000e18);
        v.burnAmount = 0;
        sendUsdt(deflationVault, v);
        assertEq(usdt.balanceOf(bob), 1_000e18 + 19);
    }

    function test_withdrawDR_burnsLessAtTheNodeVaultAndNowhereElse() public {
        _deposit(alice, address(dr), 80e18);
        dr.transfer(address(nodeVault), 1_000e18);
        dr.transfer(address(deflationVault), 1_000e18);
        (vault, nodeVault) = (nodeVault, vault);
        Withdraw memory v = withdrawOf(alice, 100e18);
        v.burnAmount = 1e18;
        send(v);
        assertEq(dr.balanceOf(alice), 10_000e18 + 99e18);
        v = withdrawOf(alice, 100e18);
        v.burnAmount = 5e18 - 1; // the deposit is back
        bytes memory short = sign(digestOf(v));
        vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.BurnAmountWrong.selector, 5e18 - 1, 5e18));
        send(v, short);
        v.burnAmount = 5e18 + 1;
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.BurnAmountWrong.selector, 5e18 + 1, 5e18));
        send(v, signature);
        vault = deflationVault;
        v = withdrawOf(alice, 100e18);
        v.burnAmount = 5e18 - 1;
        signature = sign(digestOf(v));
        vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.BurnAmountWrong.selector, 5e18 - 1, 5e18));
        send(v, signature);
        send(withdrawOf(alice, 100e18));
    }

    function test_withdrawUSDT_revertsAtTheMinersVault() public {
        usdt.transfer(address(vault), 1_000e18);
        Withdraw memory v = withdrawUsdtOf(vault, alice, 100e18);
        bytes memory signature = sign(usdtDigestOf(vault, v));
        vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.TokenNotSupported.selector, address(usdt)));
        sendUsdt(vault, v, signature);
    }

    function test_withdrawUSDT_revertsWhenTheAmountIsZero() public {
        Withdraw memory v = withdrawUsdtOf(nodeVault, alice, 0);
        bytes memory signature = sign(usdtDigestOf(nodeVault, v));
        vm.expectRevert(IWithdrawalVault.AmountZero.selector);
        sendUsdt(nodeVault, v, signature);
    }

    function test_withdrawUSDT_revertsWhenExpired() public {
        Withdraw memory v = withdrawUsdtOf(nodeVault, alice, 100e18);
        bytes memory signature = sign(usdtDigestOf(nodeVault, v));
        vm.warp(v.deadline + 1);
        vm.expectRevert(abi.encodeWithSelector(IVouchers.VoucherExpired.selector, v.deadline));
        sendUsdt(nodeVault, v, signature);
    }

    function test_withdrawUSDT_revertsWhenUsedTwiceOrWhenTheOrderIs() public {
        Withdraw memory v = withdrawUsdtOf(nodeVault, alice, 100e18);
        bytes memory signature = sign(usdtDigestOf(nodeVault, v));
        sendUsdt(nodeVault, v, signature);
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        sendUsdt(nodeVault, v, signature);
        v.nonce = 1;
        signature = sign(usdtDigestOf(nodeVault, v));
        vm.expectRevert(abi.encodeWithSelector(IVouchers.OrderIdNotAscending.selector, v.orderId, v.orderId));
        sendUsdt(nodeVault, v, signature);
    }

    function test_withdrawUSDT_revertsWhenAnyFieldIsChangedOrForAnotherVault() public {
        Withdraw memory signed = withdrawUsdtOf(nodeVault, alice, 100e18);
        bytes memory signature = sign(usdtDigestOf(nodeVault, signed));
        for (uint256 field = 0; field < 4; ++field) {
            Withdraw memory v = withdrawUsdtOf(nodeVault, alice, 100e18);
            if (field == 0) v.amount += 1;
            if (field == 1) v.burnAmount -= 1;
            if (field == 2) v.orderId += 1;
            if (field == 3) v.deadline += 1;
            vm.expectRevert(IVouchers.VoucherInvalid.selector);
            sendUsdt(nodeVault, v, signature);
        }
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        sendUsdt(deflationVault, signed, signature);
        bytes memory asDr = sign(digestOf(signed));
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        sendUsdt(nodeVault, signed, asDr);
        sendUsdt(nodeVault, signed, signature);
    }

    function test_withdrawUSDT_revertsWithoutTheDrToBurn() public {
        Withdraw memory v = withdrawUsdtOf(nodeVault, bob, 100e18);
        vm.prank(bob);
        dr.approve(address(nodeVault), APPROVAL);
        bytes memory signature = sign(usdtDigestOf(nodeVault, v));
        vm.expectPartialRevert(IERC20Errors.ERC20InsufficientBalance.selector);
        sendUsdt(nodeVault, v, signature);
        assertEq(usdt.balanceOf(bob), 0);
    }

    function test_withdrawUSDT_revertsAboveTheAccountsDayAndAboveTheVaults() public {
        sendUsdt(nodeVault, withdrawUsdtOf(nodeVault, alice, 6_250e18)); // a quarter of the vault's 25,000
        Withdraw memory v = withdrawUsdtOf(nodeVault, alice, 1);
        bytes memory signature = sign(usdtDigestOf(nodeVault, v));
        vm.expectRevert(
            abi.encodeWithSelector(IWithdrawalVault.AccountDailyCapExceeded.selector, 1, 6_250e18, 6_250e18)
        );
        sendUsdt(nodeVault, v, signature);
        for (uint160 i = 1; i <= 3; ++i) {
            v = withdrawUsdtOf(nodeVault, address(i + 0xABC), 6_250e18);
            v.burnAmount = 0;
            _deposit(v.account, address(usdt), 6_250e18);
            sendUsdt(nodeVault, v);
        }
        v = withdrawUsdtOf(nodeVault, bob, 1);
        signature = sign(usdtDigestOf(nodeVault, v));
        vm.expectRevert(
            abi.encodeWithSelector(IWithdrawalVault.VaultDailyCapExceeded.selector, 1, 25_000e18, 25_000e18)
        );
        sendUsdt(nodeVault, v, signature);
    }

    function test_recordDeposit_revertsForAnyoneButTheMainContract() public {
        vm.expectRevert(IWithdrawalVault.NotDepositor.selector);
        nodeVault.recordDeposit(alice, address(usdt), 1);
        assertEq(deflationVault.DEPOSITOR(), address(0));
        vm.prank(address(rights));
        vm.expectRevert(IWithdrawalVault.NotDepositor.selector);
        deflationVault.recordDeposit(alice, address(usdt), 1);
        vm.prank(address(rights));
        vm.expectEmit(address(nodeVault));
        emit IWithdrawalVault.DepositRecorded(alice, address(usdt), 7);
        nodeVault.recordDeposit(alice, address(usdt), 7);
        assertEq(nodeVault.credited(alice, address(usdt)), 7);
        assertEq(nodeVault.totalDeposited(address(usdt)), 7);
        vm.startPrank(address(rights));
        nodeVault.recordDeposit(alice, address(usdt), 5);
        nodeVault.recordDeposit(bob, address(usdt), 3);
        vm.stopPrank();
        assertEq(nodeVault.credited(alice, address(usdt)), 12);
        assertEq(nodeVault.credited(bob, address(usdt)), 3);
        assertEq(nodeVault.totalDeposited(address(usdt)), 15);
        assertEq(nodeVault.totalDeposited(address(dr)), 0);
    }

    /// @dev A deposit between a quote and its use voids no voucher: the burn is a range.
    function testFuzz_withdrawDR_takesAnyBurnWithinTheRange(uint256 deposited, uint256 amount, uint256 burnAmount)
        public
    {
        deposited = bound(deposited, 0, 2_000e18);
        amount = bound(amount, 1, 1_000e18);
        if (deposited != 0) _deposit(alice, address(dr), deposited);
        dr.transfer(address(nodeVault), 1_000e18);
        uint256 maximum = nodeVault.burnAmountOf(amount);
        uint256 minimum = nodeVault.burnAmountOf(deposited < amount ? amount - deposited : 0);
        burnAmount = bound(burnAmount, 0, maximum + 1);
        (vault, nodeVault) = (nodeVault, vault);
        Withdraw memory v = withdrawOf(alice, amount);
        v.burnAmount = burnAmount;
        bytes memory signature = sign(digestOf(v));
        bool isRight = burnAmount >= minimum && burnAmount <= maximum;
        if (!isRight) {
            uint256 nearest = burnAmount > maximum ? maximum : minimum;
            vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.BurnAmountWrong.selector, burnAmount, nearest));
        }
        send(v, signature);
    }

    function testFuzz_usdtBurnOf_isBetweenNinetyPercentAndTheVouchersOrTheBound(uint256 amount, uint256 burnAmount)
        public
        view
    {
        amount = bound(amount, 0, 1e27);
        burnAmount = bound(burnAmount, 0, 1e30);
        uint256 maximum = amount * 21 / 100; // 10.5 % at 0.50 USDT
        uint256 burned = nodeVault.usdtBurnOf(amount, burnAmount);
        uint256 counted = amount < 20 ? 0 : burnAmount < maximum ? burnAmount : maximum;
        assertLe(burned, counted);
        assertGe(burned * 10_000, counted * 9_000);
    }

    /// @dev Principal, as the main contract records it; its tokens are the vault's from the fixture.
    function _deposit(address account, address token, uint256 amount) private {
        vm.prank(address(rights));
        nodeVault.recordDeposit(account, token, amount);
    }
}
